/** Wires the TV: the admitted screens, and the player that shows films on them. */
import { boxSocketName } from '@homeport/contract/playback/box-paths.ts'
import { join } from 'node:path'
import type { Feature } from '../kit/feature.ts'
import type { Person } from '../shared/household.store.ts'
import { playbackFeature, type PlaybackFeature, type PlaybackFeatureDeps } from '../playback/feature.ts'
import { pointStore, watchQueries } from '../playback/point.store.ts'
import { trackChoiceStore } from '../playback/tracks/track-choice.store.ts'
import { viewerOf } from '../playback/tracks/tracks-state.ts'
import { screenFeature, type ScreenFeature, type ScreenFeatureDeps } from '../screen/feature.ts'
import { createScreenGate } from '../screen/screen-gate.ts'
import { appAddress, bindLink, homeHttpsPort, lanInterfaces, screenAddresses } from './console-banner.ts'
import { findMpv, type MpvProgram } from '../screen/mpv/find-mpv.ts'
import { houseSearch, type StationConfig } from './config.ts'

/** Functions of the library and the downloads that the TV needs. */
export type TvFilms = PlaybackFeatureDeps['films'] &
  Omit<ScreenFeatureDeps['library'], 'watch' | 'hidesUnseen'> & {
    /** Calls the listener when films were added, removed or changed. */
    onChange: (listener: () => void) => void
  }

export type TvDeps = Pick<
  ScreenFeatureDeps,
  | 'db'
  | 'epoch'
  | 'events'
  | 'pairing'
  | 'boundIn'
  | 'isMember'
  | 'isDamaged'
  | 'push'
  | 'now'
  | 'onFault'
  | 'warn'
  | 'pace'
  | 'random'
> &
  Pick<PlaybackFeatureDeps, 'tools' | 'converting' | 'cloudNow' | 'nameOf' | 'elapsed'> & {
    config: StationConfig
    /** Tests have no display. */
    mpv?: MpvProgram
    kodiSearch?: NonNullable<ScreenFeatureDeps['kodiSearch']>
    films: TvFilms
    /** The name given by the household, '' before it has one. */
    boxName: () => string
    /** Answers a phone that takes a file from the box. */
    download: Parameters<ScreenFeature['listen']>[0]['download']
    /** An address for a file that a phone takes along. */
    fileAddress: PlaybackFeatureDeps['copies']['fileAddress']
    putBlob: PlaybackFeatureDeps['copies']['putBlob']
    /** The direct socket for apps. */
    lan?: Parameters<ScreenFeature['listen']>[0]['lan']
    /** The household. */
    people: () => readonly Person[]
  }

/** port: of the TV page, 0 where it is not served. */
export type Tv = {
  features: readonly Feature[]
  addresses: ScreenFeature['addresses']
  port: () => number
  httpsPort: ScreenFeature['httpsPort']
  take: ScreenFeature['take']
  isPlaying: () => boolean
  subtitleKey: PlaybackFeature['subtitleKey']
}

export async function openTv(deps: TvDeps): Promise<Tv> {
  const { config, db, films, pairing, boxName, people } = deps
  const screen = await screenFeature({
    ...deps,
    port: config.screenPort,
    httpsPort: homeHttpsPort(config),
    socketPath: join(config.folder, boxSocketName),
    webFolder: config.webFolder,
    library: {
      ...films,
      watch: watchQueries(db),
      hidesUnseen: async (viewer) => (await trackChoiceStore(db).habit(viewerOf(viewer))).hides_unseen,
    },
    keepLaterPoints: (viewer, points) => pointStore(db).keepLater(viewer, points, deps.cloudNow()),
    // As the cloud names a box that nobody has named yet.
    boxName: () => boxName() || `Homeport ${pairing().devsn.slice(-4).toUpperCase()}`,
    app: { address: () => appAddress(config), link: (code) => bindLink(config, { devsn: pairing().devsn, code }) },
    addressesOf: screenAddresses,
    people,
    folder: config.folder,
    mpv: deps.mpv ?? (config.showsFilms ? findMpv(config.searchPath, config.env) : undefined),
    search: config.renderers && searchOf(config.renderers),
    kodiSearch: deps.kodiSearch ?? (config.isAnnounced ? { ...mdnsGroup, cards: houseCards } : undefined),
    ownPorts: [config.port, config.tlsPort],
  })
  films.onChange(screen.filmsChanged)
  const playback = await playbackFeature({
    ...deps,
    ...config,
    screens: screen.screens,
    copies: { ...deps, httpsPort: screen.httpsPort },
  })
  await screen.listen({ ...playback, download: deps.download, lan: deps.lan })
  const gate = createScreenGate(screen.screens)
  const features = [screen, playback].map((feature) => ({ ...feature, acts: feature.acts?.map(gate) ?? [] }))
  return {
    features,
    addresses: screen.addresses,
    port: screen.port,
    httpsPort: screen.httpsPort,
    take: screen.take,
    isPlaying: playback.isPlaying,
    subtitleKey: playback.subtitleKey,
  }
}

/** The group of multicast DNS (RFC 6762). */
const mdnsGroup = { address: '224.0.0.251', port: 5_353 }

function houseCards(): string[] {
  return lanInterfaces().map((card) => card.address)
}

/** The search of a house goes out on all its network cards; any other one is within this machine. */
function searchOf({ address, port }: NonNullable<StationConfig['renderers']>): ScreenFeatureDeps['search'] {
  const isHouse = address === houseSearch.address
  const cards = () => (isHouse ? houseCards() : [address])
  return { address, port, cards, hearsNotices: isHouse }
}
