-- compatible: an index.

-- A caller from the bank reads out the reference of a refused credit. Only refused calls pay for the index.
create index call_log_refused_references on call_log (community_id, reference text_pattern_ops)
  where status >= 400 and reference is not null;
