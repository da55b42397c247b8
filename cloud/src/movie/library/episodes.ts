/** The episodes of one box in memory: to which series each belongs, and what its files are found by. */

/** texts: for each file (episode-keys.ts). */
export type EpisodeEntry = { series_id: string; texts: readonly string[] }
/** The size of an entry without its texts, and of a letter, roughly. */
const entryBytes = 160
const letterBytes = 2

export function createEpisodes() {
  const entries = new Map<string, EpisodeEntry>()
  const counts = new Map<string, number>()
  let letters = 0

  function count(series_id: string, more: number): void {
    const sum = (counts.get(series_id) ?? 0) + more
    if (sum === 0) counts.delete(series_id)
    else counts.set(series_id, sum)
  }
  const lettersOf = ({ texts }: EpisodeEntry) => texts.reduce((sum, text) => sum + text.length, 0)

  function drop(id: string): void {
    const entry = entries.get(id)
    if (!entry) return
    entries.delete(id)
    count(entry.series_id, -1)
    letters -= lettersOf(entry)
  }

  return {
    put(id: string, entry: EpisodeEntry): void {
      drop(id)
      entries.set(id, entry)
      count(entry.series_id, 1)
      letters += lettersOf(entry)
    },
    drop,
    count: () => entries.size,
    countOf: (series_id: string) => counts.get(series_id) ?? 0,
    seriesOf: (id: string) => entries.get(id)?.series_id,
    ids: () => entries.keys(),
    entries: () => entries.entries(),
    /** Roughly. */
    bytes: () => entries.size * entryBytes + letters * letterBytes,
  }
}
