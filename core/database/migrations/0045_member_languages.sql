-- compatible: the release before writes none of the new languages, and reads a mail in one of them as English.
alter table mails
  drop constraint mails_language_check,
  add constraint mails_language_check check (language in ('en', 'de', 'es', 'fr', 'it'));
alter table letter_texts
  drop constraint letter_texts_language_check,
  add constraint letter_texts_language_check check (language in ('en', 'de', 'es', 'fr', 'it'));
