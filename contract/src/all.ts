/** The table of all calls, acts, reports and events. Used by docs, tests and the relay; the browser never imports it. */
import * as account from './account.ts'
import * as address from './address.ts'
import * as apiKey from './api-key.ts'
import * as conversionTest from './playback/conversion-test.ts'
import * as device from './device.ts'
import * as download from './download/download.ts'
import * as downloadConfig from './download/download-config.ts'
import * as feed from './feed/feed.ts'
import * as files from './files.ts'
import * as filmBullet from './playback/film-bullet.ts'
import * as firstAccount from './first-account.ts'
import * as guide from './guide.ts'
import * as forum from './forum.ts'
import * as forumSearch from './forum-search.ts'
import * as help from './help.ts'
import * as identify from './movie/identify.ts'
import * as home from './home.ts'
import * as https from './https.ts'
import * as lan from './lan.ts'
import * as message from './message.ts'
import * as movie from './movie/movie.ts'
import * as nearby from './nearby.ts'
import * as offlineCopy from './playback/offline-copy.ts'
import * as people from './people.ts'
import * as playback from './playback/playback.ts'
import * as push from './push.ts'
import * as playHabits from './playback/play-habit.ts'
import * as playQueue from './playback/play-queue.ts'
import * as readNames from './movie/read-names.ts'
import * as recycleBin from './movie/recycle-bin.ts'
import * as screen from './playback/screen.ts'
import * as series from './movie/series.ts'
import * as taskControl from './download/task-control.ts'
import * as torrentProgram from './download/torrent-program.ts'
import * as tracks from './playback/tracks.ts'
import * as update from './update.ts'
import * as watchHistory from './movie/watch-history.ts'
import * as wish from './feed/wish.ts'
import type { Act, Call, Event, Report } from './kit/operation.ts'

type Promised = Call | Act | Report | Event

// NOTE: the table drops each entry's own schema types; code that needs them imports the entry itself.
const promised = Object.values({
  ...account,
  ...address,
  ...apiKey,
  ...conversionTest,
  ...device,
  ...download,
  ...downloadConfig,
  ...feed,
  ...files,
  ...filmBullet,
  ...firstAccount,
  ...guide,
  ...forum,
  ...forumSearch,
  ...help,
  ...home,
  ...https,
  ...identify,
  ...lan,
  ...message,
  ...movie,
  ...nearby,
  ...offlineCopy,
  ...people,
  ...playback,
  ...push,
  ...playHabits,
  ...playQueue,
  ...readNames,
  ...recycleBin,
  ...screen,
  ...series,
  ...taskControl,
  ...torrentProgram,
  ...tracks,
  ...update,
  ...watchHistory,
  ...wish,
}).filter(isPromise) as unknown as Promised[]

export const calls: readonly Call[] = promised.filter((one) => one.kind === 'call')
export const acts: readonly Act[] = promised.filter((one) => one.kind === 'act')
export const reports: readonly Report[] = promised.filter((one) => one.kind === 'report')
export const events: readonly Event[] = promised.filter((one) => one.kind === 'event')

function isPromise(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    ['call', 'act', 'report', 'event'].includes(String(value.kind))
  )
}
