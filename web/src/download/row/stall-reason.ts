/** Why a download waits or does not move: one line for the row and what can be done for the page. */
import { stallReasons, type StallReason, type Task, type TaskStall } from '@homeport/contract/download/download.ts'
import { now } from '../../kit/time/clock.ts'
import { durationOf, sizeOf, timeOfDay } from '../../kit/text/format.ts'
import { lacksRoom } from '../summary.ts'
import { waitReasons, type WaitReason, type WhyWords } from './why-text.ts'

/** icon: of the line; isBad: amber, it needs a look. */
export type Why = { text: string; advice: string; icon: 'none' | 'warn' | 'clock' | 'moon' | 'disk'; isBad: boolean }

/** null while it moves, and for every task that is stopped, failed (but for want of room) or complete. */
export function whyOf(task: Task, words: WhyWords): Why | null {
  if (lacksRoom(task) && task.lacks_size > 0)
    return { text: words.lacks(sizeOf(task.lacks_size)), advice: words.waits.space ?? '', icon: 'disk', isBad: true }
  if (task.wait) return waitOf(task.wait, words)
  return task.stall ? stallOf(task.stall, words) : null
}

function waitOf(wait: NonNullable<Task['wait']>, words: WhyWords): Why {
  const reason = waitReasons.find((one) => one === wait.reason)
  const icon = reason === 'queued' || reason === undefined ? 'none' : reason === 'schedule' ? 'moon' : 'clock'
  const isBad = reason === 'space' || reason === 'folder' || reason === 'program'
  return {
    text: waitLine(wait, reason, words),
    advice: (reason && words.waits[reason]) ?? '',
    icon: isBad ? 'warn' : icon,
    isBad,
  }
}

function waitLine({ place, tries, next_at }: NonNullable<Task['wait']>, reason: WaitReason | undefined, words: WhyWords): string {
  if (reason === undefined) return ''
  if (reason === 'queued') return words.queued(place)
  if (reason === 'schedule') return next_at === null ? words.schedule : words.scheduleUntil(timeOfDay(next_at * 1000))
  if (reason !== 'retry' && reason !== 'server') return words[reason]
  const seconds = (next_at ?? 0) - now() / 1000
  if (reason === 'server' && seconds > 0) return words.serverIn(durationOf(seconds))
  return seconds > 0 ? words.retryIn(tries, durationOf(seconds)) : words.retryNow(tries)
}

function stallOf(stall: TaskStall, words: WhyWords): Why {
  const reason: StallReason = stallReasons.find((one) => one === stall.reason) ?? 'other'
  const time = durationOf(Math.max(1, now() / 1000 - stall.since))
  const facts = { time, rank: stall.rank, silent: stall.silent_trackers, trackers: stall.trackers }
  const silent =
    stall.trackers > 0 && stall.silent_trackers > 0 ? words.silentTrackers(stall.silent_trackers, stall.trackers) : ''
  const isWaiting = reason === 'source_queue' && !stall.is_dead
  return {
    text: stall.is_dead ? words.dead(time) : words.stalls[reason](facts),
    advice: `${silent}${(stall.is_dead ? words.deadAdvice : words.advice[reason]) ?? ''}`,
    icon: isWaiting ? 'clock' : 'warn',
    isBad: !isWaiting,
  }
}
