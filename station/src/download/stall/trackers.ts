/** Keeps the last answers of each torrent's trackers; each torrent is asked at most once in 30 s. */
import { dropOldest } from '@homeport/contract/kit/collection/drop-oldest.ts'
import type { Tracker } from '@homeport/contract/download/task-control.ts'
import type { SourceRule } from '../../kit/outside.ts'
import { scrapeTracker, type ScrapeAnswer } from './tracker-scrape.ts'

const askEveryMs = 30_000
const withinMs = 8_000
/** The limit for one torrent. */
const maxTrackers = 20
const maxTorrents = 200

/** at: when they were asked for, by the steady clock. */
type Answers = { at: number; byUrl: Map<string, ScrapeAnswer> }
type TrackerAnswersDeps = { rule: SourceRule; now: () => number; elapsed?: () => number }
export type TrackerAnswers = ReturnType<typeof createTrackerAnswers>

export function createTrackerAnswers({ rule, now, elapsed = now }: TrackerAnswersDeps) {
  const cache = new Map<string, Answers>()

  return {
    /** Begins to ask; what comes is read later. isNow: though it was asked just now. */
    ask(infoHash: string, urls: readonly string[], { isNow = false } = {}): void {
      const before = cache.get(infoHash)
      if (before && !isNow && elapsed() - before.at < askEveryMs) return
      const answers: Answers = { at: elapsed(), byUrl: before?.byUrl ?? new Map() }
      cache.set(infoHash, answers)
      dropOldest(cache, maxTorrents)
      for (const url of urls.slice(0, maxTrackers))
        void scrapeTracker({ url, infoHash, rule, withinMs }).then((answer) => answers.byUrl.set(url, answer))
    },
    of(infoHash: string, urls: readonly string[]): Tracker[] {
      const answers = cache.get(infoHash)
      const next_at = answers ? Math.ceil((now() + answers.at + askEveryMs - elapsed()) / 1000) : null
      return urls.map((url) => trackerOf(url, answers?.byUrl.get(url), next_at))
    },
  }
}

function trackerOf(url: string, answer: ScrapeAnswer | undefined, next_at: number | null): Tracker {
  if (!answer) return { url, state: 'waiting', peers: null, seeds: null, message: '', next_at }
  if (answer.state === 'working') return { url, state: 'working', peers: answer.peers, seeds: answer.seeds, message: '', next_at }
  return { url, state: answer.state, peers: null, seeds: null, message: answer.message, next_at }
}
