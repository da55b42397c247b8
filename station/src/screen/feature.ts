/** The screen feature: the TV page, admitted screens, and the screen server. */
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { later } from '@homeport/contract/kit/later.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { screenList } from '@homeport/contract/playback/screen.ts'
import type { Db } from '../kit/db.ts'
import type { StationEventBus } from '../shared/event-bus.ts'
import type { Feature } from '../kit/feature.ts'
import { metaStore } from '../kit/meta.store.ts'
import { monotonicMs } from '../kit/monotonic.ts'
import { screenActs } from './acts.ts'
import type { ScreenLibrary } from './library/library.ts'
import type { ScreenListener } from './page/screen-pages.ts'
import { usualPace, type Pace } from './polled/pace.ts'
import type { RendererSettings } from './dlna/renderer-screens.ts'
import type { KodiSettings } from './kodi/kodi-screens.ts'
import type { LocalFiles } from '../shared/local-files.ts'
import type { MpvProgram } from './mpv/find-mpv.ts'
import type { SsdpSettings } from './dlna/ssdp.ts'
import type { SearchSettings } from './polled/house-search.ts'
import { openScreens, type ScreenDeps, type Screens } from './screens.ts'
import { openScreenServer, type ScreenServer, type ServerDeps } from './server/server.ts'
import { screenStore } from './store.ts'
import { viewerChangeStore } from '../shared/viewer-change.store.ts'
import { markActs, type MarkDeps } from './library/viewer-marks.ts'
import { viewerMarkStore } from './library/viewer-mark.store.ts'

/** It reads a film for so long before it shows it, from a disk that slept. */
const kodiStartsWithinMs = 15_000

export type ScreenFeatureDeps = Pick<
  ScreenDeps,
  'boxName' | 'people' | 'pairing' | 'app' | 'isMember' | 'isDamaged' | 'now' | 'onFault'
> & {
  library: Omit<ScreenLibrary, 'marks'>
  db: Db
  epoch: MarkDeps['epoch']
  cloudNow: () => number
  keepLaterPoints: MarkDeps['keepLaterPoints']
  events: StationEventBus
  port: number
  /** The https port of the cloud of the same home, which hands on to `socketPath`; 0 without. */
  httpsPort: number
  socketPath: string
  webFolder: string
  boundIn: () => readonly Lang[]
  /** Sends to the open apps of one realm; with user_id to those of that user only. */
  push: (realm: Lang, frame: Omit<FrameIn, 'dev'>, user_id?: string) => void
  /** Addresses of the served page; the key admits a browser on this machine. */
  addressesOf: (served: { port: number; key: string }) => ScreenAddresses
  warn: (line: string) => void
  /** undefined: no renderers are searched for. */
  search: SsdpSettings | undefined
  pace?: Partial<Pace>
  /** Kodis that announce themselves; undefined: none are searched for. */
  kodiSearch: SearchSettings | undefined
  /** Plays on the display of the box; undefined: it has none. */
  mpv: MpvProgram | undefined
  /** The box's own. */
  folder: string
  /** Ports of Homeport on this machine besides the screens' own. */
  ownPorts: readonly number[]
  random: () => number
  elapsed?: () => number
}
export type ScreenAddresses = { local: string; house: string }

export type ScreenFeature = Feature & {
  screens: Pick<Screens, 'stages' | 'byId'>
  /** Undefined if no page is served. */
  addresses: () => ScreenAddresses | undefined
  /** 0 if no page is served. */
  port: () => number
  /** The cloud's https port, by which the page and files are reached too; 0 if they are not. */
  httpsPort: () => number
  /** A connection to the page's server that came by a tunnel. */
  take: (connection: Duplex) => void
  filmsChanged: () => void
  /** Serves the page; messages of screens go to the player. */
  listen: (
    player: ScreenListener & Pick<ServerDeps, 'media' | 'castFrom' | 'download' | 'lan'> & { local: LocalFiles },
  ) => Promise<void>
}

export async function screenFeature(ports: ScreenFeatureDeps): Promise<ScreenFeature> {
  const { db, events, library, port, webFolder, boundIn, push, addressesOf, onFault, warn } = ports
  let server: ScreenServer | undefined
  let areFilmsStale = false
  let localFiles: LocalFiles = { film: async () => undefined, subtitle: async () => undefined }
  const marks = viewerMarkStore(db)
  const ours = {
    port: () => server?.port ?? 0,
    lang: () => boundIn()[0] ?? 'en',
    meta: metaStore(db),
    later,
    elapsed: ports.elapsed ?? monotonicMs,
    onFault,
  }
  const house = {
    ...ports,
    ...ours,
    pace: { ...usualPace, ...ports.pace },
    ownPorts: () => [...ports.ownPorts, server?.port ?? 0],
    isBound: () => boundIn().length > 0,
  }
  const renderers: RendererSettings = ports.search && { ...house, search: ports.search }
  const kodis: KodiSettings = {
    ...house,
    search: ports.kodiSearch,
    pace: { ...house.pace, startsWithinMs: kodiStartsWithinMs, ...ports.pace },
    file: join(ports.folder, 'kodis.json'),
  }
  const ownScreen = ports.mpv && { ...ours, program: ports.mpv, folder: join(ports.folder, 'mpv'), files: () => localFiles }
  const screens = await openScreens({
    ...ports,
    elapsed: ours.elapsed,
    renderers,
    ownScreen,
    kodis,
    library: { ...library, marks },
    store: screenStore(db),
    isBound: () => boundIn().length > 0,
    async onMark(viewer, message) {
      const film = { id: message.movie_id, at: ports.cloudNow() }
      if (message.kind === 'aside') await marks.mark(viewer, { kind: 'aside', ...film, is_aside: message.is_aside })
      else await marks.mark(viewer, { kind: 'favorite', ...film, is_favorite: message.is_favorite })
      events.emit('viewer_change', viewer)
      filmsChanged()
    },
    onKey: () => events.emit('screen_key', {}),
  })
  const httpsPort = () => (server?.isHandedOn ? ports.httpsPort : 0)
  const addresses = () => server && addressesOf({ port: server.port, key: screens.key() })
  const list = (realm: Lang, user_id: string | undefined) => ({
    ...screens.list(realm, user_id),
    address: addresses()?.house ?? '',
  })
  /** To each person their own list, where anybody has a browser of their own in it. */
  function pushList(realm: Lang): void {
    const frameFor = (user_id?: string) => ({ act: screenList.name, code: Code.ok, data: list(realm, user_id) })
    if (!screens.hasHere(realm)) return push(realm, frameFor())
    for (const person of ports.people()) if (person.realm === realm) push(realm, frameFor(person.user_id), person.user_id)
  }

  async function rename(screen_id: string, name: string): ReturnType<Screens['rename']> {
    const renamed = await screens.rename(screen_id, name)
    events.emit('screen_name', { screen_id })
    return renamed
  }

  screens.onChange(() => boundIn().forEach(pushList))
  events.on('code', () => screens.refresh())
  events.on('damaged', () => screens.refresh())
  events.on('household', ({ realms }) => {
    if (realms.length === 0) void screens.forgetAll().catch(onFault)
    else void screens.sweep().catch(onFault)
    void marks.forgetOthers(ports.people()).catch(onFault)
    screens.refresh()
  })
  // A film that ends on this box is marked watched for the person at once, also while the cloud is away.
  events.on('watched', ({ by, movie_id }) => {
    const watched = { kind: 'watched' as const, marks: [{ id: movie_id, at: ports.cloudNow() }], isAll: false, state: undefined }
    void marks.save(by, watched).then(filmsChanged).catch(onFault)
  })
  /** Pushed at the next tick: a scan changes hundreds of films a second. */
  const filmsChanged = () => void (areFilmsStale = true)

  return {
    acts: [
      ...screenActs({ ...screens, rename, list, httpsPort }),
      ...markActs({ ...ports, store: marks, changes: viewerChangeStore(db), onChange: filmsChanged }),
    ],
    tick() {
      screens.tick()
      void screens.sweep().catch(onFault)
      if (areFilmsStale) screens.filmsChanged()
      areFilmsStale = false
    },
    async prepareStop() {
      await screens.stop()
      await server?.stop()
    },
    screens,
    addresses,
    port: () => server?.port ?? 0,
    httpsPort,
    take: (connection) => (server ? server.take(connection) : void connection.destroy()),
    filmsChanged,
    async listen({ media, castFrom, download, lan, local, ...listener }) {
      localFiles = local
      const posterPath = (poster: string) => library.posterPath(poster)
      const answers = { posterPath, media, castFrom, download, lan, opened: screens.open }
      const socketPath = ports.httpsPort === 0 ? '' : ports.socketPath
      server = await serve({ ...screens, ...answers, port, socketPath, webFolder, onFault }, warn)
      screens.start(listener)
    },
  }
}

/** If the port is taken, the rest of the station still works. */
async function serve(deps: ServerDeps, warn: (line: string) => void): Promise<ScreenServer | undefined> {
  try {
    return await openScreenServer(deps)
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    const reason = why === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${why})`
    warn(`The TV's page is not served: port ${deps.port} ${reason}; set HOMEPORT_SCREEN_PORT to another one and start again.`)
    return undefined
  }
}
