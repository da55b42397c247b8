/** The box's one numbered timeline of its database. */
import { first } from './001-first.ts'
import { movie } from './020-movie.ts'
import { taskFiles } from './030-task-files.ts'
import { screen } from './040-screen.ts'
import { oldTaskId } from './050-old-task-id.ts'
import { pendingPlay } from './060-pending-play.ts'
import { taskRetry } from './070-task-retry.ts'
import { filmParts } from './073-film-parts.ts'
import { taskFileAdopted } from './074-task-file-adopted.ts'
import { seriesAndIdentity } from './075-series-and-identity.ts'
import { besideFilms } from './076-beside-films.ts'
import { recycleBin } from './078-recycle-bin.ts'
import { tracks } from './079-tracks.ts'
import { playQueueTables } from './080-play-queue.ts'
import { filmBullets } from './081-film-bullets.ts'
import { screenKind } from './082-screen-kind.ts'
import { screenLimit } from './083-screen-limit.ts'
import { catalog } from './084-catalog.ts'
import { taskControl } from './085-task-control.ts'
import { queueIndex } from './087-queue-index.ts'
import { fileUpload } from './089-file-upload.ts'
import { lanAccess } from './091-lan-access.ts'
import { viewers } from './095-viewers.ts'
import { viewerPoints } from './096-viewer-points.ts'
import { catalogWords } from './097-catalog-words.ts'
import { mergedFilms } from './098-merged-films.ts'
import { subtitleEncoding } from './099-subtitle-encoding.ts'
import { catalogKeys } from './100-catalog-keys.ts'
import { catalogFilters } from './101-catalog-filters.ts'
import { catalogSize } from './102-catalog-size.ts'
import { feeds } from './103-feeds.ts'
import { wishes } from './104-wishes.ts'
import { versionDetails } from './105-version-details.ts'
import { catalogKana } from './106-catalog-kana.ts'
import { catalogJoints } from './107-catalog-joints.ts'
import { offlineCopies } from './108-offline-copies.ts'
import { taskFruitless } from './109-task-fruitless.ts'
import { catalogJoinedWords } from './110-catalog-joined-words.ts'
import { begunIndex } from './114-begun-index.ts'
import { inboxSender } from './115-inbox-sender.ts'
import { unwrittenTorrents } from './117-unwritten-torrents.ts'

export const migrations = {
  '001-first': first,
  '020-movie': movie,
  '030-task-files': taskFiles,
  '040-screen': screen,
  '050-old-task-id': oldTaskId,
  '060-pending-play': pendingPlay,
  '070-task-retry': taskRetry,
  '073-film-parts': filmParts,
  '074-task-file-adopted': taskFileAdopted,
  '075-series-and-identity': seriesAndIdentity,
  '076-beside-films': besideFilms,
  '078-recycle-bin': recycleBin,
  '079-tracks': tracks,
  '080-play-queue': playQueueTables,
  '081-film-bullets': filmBullets,
  '082-screen-kind': screenKind,
  '083-screen-limit': screenLimit,
  '084-catalog': catalog,
  '085-task-control': taskControl,
  '087-queue-index': queueIndex,
  '089-file-upload': fileUpload,
  '091-lan-access': lanAccess,
  '095-viewers': viewers,
  '096-viewer-points': viewerPoints,
  '097-catalog-words': catalogWords,
  '098-merged-films': mergedFilms,
  '099-subtitle-encoding': subtitleEncoding,
  '100-catalog-keys': catalogKeys,
  '101-catalog-filters': catalogFilters,
  '102-catalog-size': catalogSize,
  '103-feeds': feeds,
  '104-wishes': wishes,
  '105-version-details': versionDetails,
  '106-catalog-kana': catalogKana,
  '107-catalog-joints': catalogJoints,
  '108-offline-copies': offlineCopies,
  '109-task-fruitless': taskFruitless,
  '110-catalog-joined-words': catalogJoinedWords,
  '114-begun-index': begunIndex,
  '115-inbox-sender': inboxSender,
  '117-unwritten-torrents': unwrittenTorrents,
}
