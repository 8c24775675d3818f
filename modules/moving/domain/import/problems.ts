/** Problems in file order: the first thousand are listed, those of the first ten thousand rows kept by row, all counted. */
import { LISTED_MAX, type Problem } from '../../../tables/record-types.ts';

/** Rows whose problems are kept, so that they can be shown and given back. */
export const BAD_ROWS_MAX = 10_000;

export interface Problems {
  readonly listed: Problem[];
  readonly byLine: Map<number, Problem[]>;
  count: number;
}

export function createProblems(): Problems {
  return { listed: [], byLine: new Map(), count: 0 };
}

/** Adds a problem; within one collection they come in file order. */
export function addProblem(problems: Problems, problem: Problem): void {
  problems.count++;
  if (problems.listed.length < LISTED_MAX) problems.listed.push(problem);
  const ofLine = problems.byLine.get(problem.line);
  if (ofLine) ofLine.push(problem);
  else if (problems.byLine.size < BAD_ROWS_MAX) problems.byLine.set(problem.line, [problem]);
}

/** Both in file order. */
export function mergeProblems(one: Problems, other: Problems): Problems {
  const listed = [...one.listed, ...other.listed].sort((a, b) => a.line - b.line).slice(0, LISTED_MAX);
  const byLine = new Map(one.byLine);
  for (const [line, found] of other.byLine) byLine.set(line, [...(byLine.get(line) ?? []), ...found]);
  return { listed, byLine, count: one.count + other.count };
}
