-- Reads of addresses outnumber all other acts; whoever looks for one of those need not pass them. They themselves are
-- written at the partner API's rate, and this index costs them nothing.
create index audit_log_acts on audit_log (community_id, id) where action <> 'email.read';
