/** Problems in file order: the first thousand are kept, all are counted. */
import { LISTED_MAX, type Problem } from './types.ts';

export interface Problems {
  readonly listed: Problem[];
  count: number;
}

export function createProblems(): Problems {
  return { listed: [], count: 0 };
}

/** Adds a problem; within one collection they come in file order. */
export function addProblem(problems: Problems, problem: Problem): void {
  problems.count++;
  if (problems.listed.length < LISTED_MAX) problems.listed.push(problem);
}

/** Both in file order. */
export function mergeProblems(one: Problems, other: Problems): Problems {
  const listed = [...one.listed, ...other.listed].sort((a, b) => a.line - b.line).slice(0, LISTED_MAX);
  return { listed, count: one.count + other.count };
}
