/** Why no HTTP status arrived. A delivery keeps the word: one that is none of the contract's does not compile there. */
export type GuardFault =
  | 'invalid_target'
  | 'dns_error'
  | 'address_not_allowed'
  | 'connection_refused'
  | 'connection_failed'
  | 'connect_timeout'
  | 'tls_error'
  | 'timeout'
  | 'invalid_response';
