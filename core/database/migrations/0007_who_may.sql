-- compatible: nullable columns, an index, and a trigger that keeps the columns right under nodes of the release before

alter table administrators
  -- The address as typed, where `email` could not have it because another account has it. `email` is unique for nodes of
  -- the release before, and holds then a text that is no address. An address is a label: it finds accounts to try a
  -- password at, and opens none.
  add column address text,
  -- When the identity provider vouched for the address.
  add column address_proved_at timestamptz,
  -- Since when the identity provider vouches for another account's right to the address. It still finds the account, as
  -- a name to sign in with, and is shown nowhere.
  add column address_lost_at timestamptz,
  -- Wrong codes in a row that came with the right password; null: none.
  add column code_failures integer check (code_failures >= 0),
  add column codes_blocked_until timestamptz,
  -- Those since the last sign-in: the next one shows them.
  add column code_failures_unseen integer check (code_failures_unseen >= 0);
create index administrators_by_address on administrators (coalesce(address, email));

-- A node of the release before changes `email` alone; what stood beside it was about the address before.
create function forget_earlier_address() returns trigger language plpgsql as $$
begin
  if new.email is distinct from old.email and new.address is not distinct from old.address then
    new.address := null;
    if new.address_proved_at is not distinct from old.address_proved_at then
      new.address_proved_at := null;
    end if;
    if new.address_lost_at is not distinct from old.address_lost_at then
      new.address_lost_at := null;
    end if;
  end if;
  return new;
end $$;
create trigger administrators_forget_address before update of email on administrators
  for each row execute function forget_earlier_address();

alter table sessions
  -- What the session was begun with, and ends with. Null: begun by a node of the release before.
  add column begun_by text check (begun_by in ('password', 'passkey', 'identity provider', 'operator link')),
  -- No foreign keys: the session of a passkey that is gone stays in the list until it is deleted.
  add column passkey_id integer,
  add column identity_id integer,
  -- Wrong codes that came with the right password between the sign-in before and this one.
  add column failed_codes integer;
