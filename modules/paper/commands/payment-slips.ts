/** `timebank member slip` and `member slips`: payment slips as a PDF, as the console prints them. */
import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { COMMUNITY_OPTION, communityOf } from '../../../console/desk/commands/community-option.ts';
import { type CommandContext, labelled, report } from '../../../console/desk/commands/context.ts';
import { type CommonOptions, callOperation } from '../../../console/desk/commands/operation.ts';
import { queryOf, withQuery } from '../../../console/desk/commands/operation-options.ts';
import { withDatabase } from '../../../console/desk/commands/with-database.ts';
import { SLIPS_MAX } from '../../../console/desk/contract/routes.ts';
import { getPaymentSlip, type PaymentSlip, printPaymentSlips } from '../../bank/contract/paying-in.ts';
import { findMember, MEMBER_ARGUMENT } from '../../members/commands/member.ts';

const FILE_ARGUMENT = ['<file>', 'the PDF to write'] as const;

export const PAYMENT_SLIP_COMMANDS = [registerSlip, registerSlips];

function registerSlip(member: Command, context: CommandContext): void {
  const command = member
    .command('slip')
    .description("make a member's payment slip: a QR-bill for a Swiss account, else the EPC code")
    .argument(`<${MEMBER_ARGUMENT[0]}>`, MEMBER_ARGUMENT[1])
    .argument(...FILE_ARGUMENT)
    .option(...COMMUNITY_OPTION);
  withQuery(command, getPaymentSlip).action(async (called: string, file: string, options: CommonOptions) => {
    const query = queryOf(getPaymentSlip, options);
    const slip = await withDatabase(context, 'member slip', async (tools) => {
      const community = await communityOf(tools.database, options.community);
      const memberId = await findMember(tools.database, community.id, called);
      const place = { community, params: { memberId } };
      const { data } = await callOperation(getPaymentSlip, tools, place, {}, { query });
      const all = { community, params: {} };
      const only = { members: undefined, after: undefined, joined_from: undefined };
      const chosen = { ...query, ...only, member: memberId };
      const printed = await callOperation(printPaymentSlips, tools, all, {}, { query: chosen });
      await writeFile(file, Buffer.from(printed.data.pdf, 'base64'));
      return data;
    });
    const { sheet: _, ...facts } = slip;
    report(context, options.json, { ...facts, file }, [...describe(facts), '', `Written: ${file}`]);
  });
}

function registerSlips(member: Command, context: CommandContext): void {
  const { member: _, members: __, after: ___, ...query } = printPaymentSlips.query;
  const operation = { ...printPaymentSlips, query };
  const command = member
    .command('slips')
    .description('make the payment slips of members, one on each page: of those named, else of all who are active')
    .argument(...FILE_ARGUMENT)
    .argument(`[${MEMBER_ARGUMENT[0]}...]`, 'only these, in this order: ids or member numbers')
    .option(...COMMUNITY_OPTION);
  withQuery(command, operation).action(async (file: string, named: readonly string[], options: CommonOptions) => {
    const wishes = { ...queryOf(operation, options), member: undefined };
    const written = await withDatabase(context, 'member slips', async (tools) => {
      const community = await communityOf(tools.database, options.community);
      const ids: string[] = [];
      for (const one of named) ids.push(await findMember(tools.database, community.id, one));
      const files: { file: string; slips: number }[] = [];
      let after: string | undefined;
      do {
        const members = ids.splice(0, SLIPS_MAX).join(',') || undefined;
        const query = { ...wishes, members, after };
        const place = { community, params: {} };
        const { data } = await callOperation(printPaymentSlips, tools, place, {}, { query });
        const name = numbered(file, files.length + 1);
        await writeFile(name, Buffer.from(data.pdf, 'base64'));
        files.push({ file: name, slips: data.slips });
        after = data.next ?? undefined;
      } while (after !== undefined || ids.length > 0);
      return files;
    });
    const lines = written.map(
      ({ file: name, slips }) => `Written: ${name}, with ${slips} ${slips === 1 ? 'slip' : 'slips'}`,
    );
    report(context, options.json, { files: written }, lines);
  });
}

/** `slips.pdf`, then `slips-2.pdf`. */
const numbered = (file: string, number: number) =>
  number === 1 ? file : file.replace(/(\.\w+)?$/, (ending) => `-${number}${ending}`);

function describe(slip: Omit<PaymentSlip, 'sheet'>): string[] {
  const { name, reference, account, account_holder, currency, amount, hours, rate, code } = slip;
  return labelled([
    ['member', name],
    ['payable to', account_holder],
    ['account', account],
    ['reference', reference],
    ['amount', amount === null ? `${currency}, typed by the payer` : `${amount} ${currency}`],
    ...(hours === null ? [] : [['hours', `${hours} h`] as const]),
    ['rate', rate === null ? 'none' : `${rate.hours} h = ${rate.per_amount} ${currency}`],
    ['code', code],
  ]);
}
