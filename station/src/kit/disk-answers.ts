/**
 * Disks that stop answering, as a share whose machine is off or a drive that fails: each question to one holds a thread until it is back, so it is asked one
 * question at a time, and what needs it does without (docs/decisions/100).
 */
import { opendir } from 'node:fs/promises'
import { monotonicMs } from './monotonic.ts'

/** A drive that sleeps is up by then; an act is answered within 10 s. */
export const wakeMs = 7_000
/** For what tells of all disks at once. */
export const glanceMs = 2_000
/** An answer holds so long. */
const freshMs = 1_000

type Question = { since: number; answer: Promise<true> }
const questions = new Map<string, Question>()
const answeredAt = new Map<string, number>()

/** Whether the folder's disk says anything, be it that there is no such folder. False at once while it has owed an answer for so long. */
export async function answersWithin(folder: string, ms: number): Promise<boolean> {
  const open = questions.get(folder)
  if (!open && monotonicMs() - (answeredAt.get(folder) ?? -Infinity) < freshMs) return true
  const { since, answer } = open ?? ask(folder)
  const remaining = since + ms - monotonicMs()
  if (remaining <= 0) return false
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => (timer = setTimeout(resolve, remaining, false)))
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** The result of what reads from the folder's disk; undefined once the disk does not answer. The reading ends when the disk is back. */
export async function whileAnswering<T>(folder: string, work: Promise<T>): Promise<T | undefined> {
  const over = new AbortController()
  const silent = async (): Promise<undefined> => {
    do await new Promise((resolve) => setTimeout(resolve, glanceMs).unref())
    while (!over.signal.aborted && (await answersWithin(folder, glanceMs)))
  }
  return Promise.race([work, silent()]).finally(() => over.abort())
}

function ask(folder: string): Question {
  const question: Question = { since: monotonicMs(), answer: look(folder) }
  questions.set(folder, question)
  return question
}

async function look(folder: string): Promise<true> {
  try {
    for await (const _entry of await opendir(folder, { bufferSize: 1 })) break
  } catch {
    // An error is an answer.
  }
  questions.delete(folder)
  answeredAt.set(folder, monotonicMs())
  return true
}
