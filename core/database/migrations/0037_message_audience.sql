-- compatible: an empty column.

-- Whom a message was for, as a digest: the same page that is sent again for others is another message. Null: sent before.
alter table messages add column audience_digest bytea check (length(audience_digest) = 32);
