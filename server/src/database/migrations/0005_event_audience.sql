-- For whom a change of visibility was made, where the change itself decides it: who could see the member until now is
-- known only in that moment. Null: whoever is entitled when the event is sent.
alter table events add column audience integer[];
