/** Row types of feeds, and of what they brought. */

export type FeedTables = {
  feed: FeedRow
  feed_item: FeedItemRow
  /** A film or an episode that was taken; worth: of the release, to compare with a later one. task_id: '' until its download is begun. taken_at in ms. */
  feed_taken: { identity: string; worth: number; feed_id: string; item_id: string; task_id: string; taken_at: number }
}

/** address: whole, with its key. rule: FeedRule as JSON. etag, modified: of its last answer. fault: FeedFault. checked_at 0: it was never read. failures: in a row. */
export type FeedRow = {
  feed_id: string
  name: string
  address: string
  is_on: number
  rule: string
  etag: string
  modified: string
  fault: string
  failures: number
  failing_since: number
  checked_at: number
  next_at: number
}

/** An item that a feed brought. is_present: the feed has it still. state: '' it was not taken. replaces: the download whose place it takes once it is done. */
export type FeedItemRow = {
  feed_id: string
  item_id: string
  title: string
  link: string
  kind: 'torrent' | 'file' | 'unknown'
  size: number
  imdb_id: string
  tmdb_id: string
  published_at: number
  seen_at: number
  is_present: number
  state: '' | 'waiting' | 'taken' | 'failed'
  fault: string
  tries: number
  next_at: number
  taken_at: number
  identity: string
  task_id: string
  replaces: string
}
