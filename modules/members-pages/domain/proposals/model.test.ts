/** The ledger's stories once more, with hours that two record: the core's own run draws none. */
import '../../../../core/ledger/model.test.ts';
