/** The lives of two nodes once more, with hours that two record: the core's own run draws none. */
import '../../../../core/ledger/simulator.test.ts';
