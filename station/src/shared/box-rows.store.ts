/** The box whose rows the database holds: under another key they are those of a box that nobody has bound. */
import type { Db } from '../kit/db.ts'
import { metaStore } from '../kit/meta.store.ts'

/** All that people did or were given, on this box and its screens. Downloads, films and what is known of them are the box's own; an upload that is not complete answers nobody but who began it. */
export const peopleTables = [
  'household',
  'inbox',
  'lan_access',
  'screen',
  'screen_limit',
  'sleep_timer',
  'pending_play',
  'now_playing',
  'play_queue',
  'track_choice',
  'track_habit',
  'film_point',
  'film_watched',
  'offline_copy',
  'film_bullet',
  'viewer_film',
  'viewer_state',
  'viewer_point',
  'viewer_change',
  // Their addresses hold keys.
  'feed',
  'feed_item',
  'feed_taken',
  'wish',
  'wish_taken',
  // To which realm of the cloud a picture was sent.
  'movie_picture',
] as const

/** Rows of another box lose its people in one transaction: a kill leaves all or none of it. True if they did. */
export function claimRows(db: Db, devsn: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const meta = metaStore(tx)
    const before = await meta.read('devsn')
    if (before === devsn) return false
    await meta.write('devsn', devsn)
    if (before === undefined) return false
    for (const table of peopleTables) await tx.deleteFrom(table).execute()
    await meta.drop(['presence_epoch', 'mirror_epoch', 'instance'], 'box_name.')
    return true
  })
}
