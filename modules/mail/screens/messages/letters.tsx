/** What is to be printed, one letter a person. */
import { Button, Group } from '@mantine/core';
import { Printer } from 'lucide-react';
import { call, refresh, useAction, useCommunity, useRead } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { ActionFailed, Arriving, Empty, Notice, succeeded } from '../../../../console/src/parts/page/states.tsx';

export default function Letters() {
  const text = useText().messages;
  const { slug, can } = useCommunity();
  const found = useRead('listLetters');
  const letters = found.data?.data ?? [];
  const mark = useAction(async () => {
    const ids = letters.flatMap(({ mail_ids }) => mail_ids);
    await call('markLettersPrinted', { params: { slug }, body: { mail_ids: ids } });
    succeeded(text.marked);
    await refresh('listLetters', 'listMessages', 'getMail');
  });
  if (!found.data) return <Arriving of={found} />;
  if (letters.length === 0) {
    return (
      <Empty icon={Printer} title={text.lettersNone}>
        {text.lettersNoneText}
      </Empty>
    );
  }
  return (
    <>
      <Group className="no-print" mb="md">
        <Button leftSection={<Printer size={16} />} onClick={() => window.print()}>
          {text.print}
        </Button>
        {can('members.write') && (
          <Button variant="default" loading={mark.busy} onClick={() => void mark.run()}>
            {text.markPrinted}
          </Button>
        )}
        <span>{text.letters(letters.length)}</span>
      </Group>
      <div className="no-print">
        <ActionFailed error={mark.error} />
        {found.data.meta.more && <Notice tone="info">{text.more}</Notice>}
      </div>
      {letters.map((letter) => (
        <article key={letter.member_id} className="letter" lang={letter.language}>
          <h2>
            {letter.name}
            {letter.external_id !== null && ` (${letter.external_id})`}
          </h2>
          {letter.error !== null && <p className="no-print">{text.errors[letter.error]}</p>}
          <p>{letter.greeting}</p>
          {letter.parts.length === 0 && <p className="no-print">{text.noLonger}</p>}
          {letter.parts.map((part) => (
            <section key={`${part.written_at} ${part.title}`}>
              <h3>{part.title}</h3>
              {part.paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </section>
          ))}
        </article>
      ))}
    </>
  );
}
