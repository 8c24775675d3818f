-- compatible: an index.

-- Who recorded exchanges, and which of them are a person's: credits do not pay for it.
create index transfers_by_recorder on transfers (community_id, recorded_by, id) where kind in ('exchange', 'gift');
