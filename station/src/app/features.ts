/** The list of all features of the station; functions of one feature are passed to another here, because features do not import each other. */
import { apiKeyFeature } from '../api-key/feature.ts'
import { deviceFeature, type DeviceFeature } from '../device/feature.ts'
import { downloadFeature } from '../download/feature.ts'
import { feedFeature } from '../feed/feature.ts'
import type { Feature } from '../kit/feature.ts'
import { filesFeature } from '../files/feature.ts'
import { lanFeature, type LanFeature } from '../lan/feature.ts'
import { movieFeature } from '../movie/feature.ts'
import { readName } from '../movie/name/read-name.ts'
import type { Announce } from '../nearby/announce.ts'
import { nearbyFeature, type NearbyFeature } from '../nearby/feature.ts'
import { appPortOf, bindLink, directAddresses, lanInterfaces } from './console-banner.ts'
import { appVersion } from '@homeport/contract/kit/version.ts'
import { tunnelFeature, type TunnelFeature } from '../tunnel/feature.ts'
import { updateFeature } from '../update/feature.ts'
import { version, type Ports } from './ports.ts'
import { openTv, type Tv } from './tv.ts'

export type Features = {
  features: readonly Feature[]
  device: DeviceFeature
  tv: Tv
  lan: LanFeature
  nearby: NearbyFeature
  tunnel: TunnelFeature
}

/** announce: undefined if the box is not announced in the house. */
export async function createFeatures(ports: Ports, announce: Announce | undefined): Promise<Features> {
  const { config, devsn, household, connection, blobs, pushTo } = ports
  const roots = [...config.downloads, ...config.library]
  const cloudNow = () => connection.cloudNow()
  const lanAddresses = () => directAddresses(config, tv.port())

  const apiKeys = apiKeyFeature({
    ...ports,
    folder: config.folder,
    environment: { tmdb: config.filmDatabase.key, opensubtitles: config.subtitles.key },
    nameOf: household.nameOf,
  })
  const download = await downloadFeature({
    ...ports,
    ...config,
    blobOf: blobs.get,
    putBlob: blobs.put,
    isVideo: (address) => movie.films.isVideo(address),
  })
  const movie = movieFeature({
    ...ports,
    folder: config.folder,
    searchPath: config.searchPath,
    roots,
    claimOf: download.media.claimOf,
    realms: () => (connection.isUp ? household.realms() : []),
    putBlob: blobs.put,
    blobOf: blobs.get,
    filmDatabase: { ...config.filmDatabase, key: apiKeys.keyOf('tmdb') },
    writesLibrary: config.writesLibrary,
    parts: {
      add: (path) => files.parts.add(path),
      leave: (path) => files.parts.leave(path),
    },
  })
  const device = await deviceFeature({
    ...ports,
    version,
    folders: [...roots, config.folder],
    // The box fetches ed2k links by itself.
    engines: () => ({ aria2: download.engineVersion(), ffmpeg: movie.ffmpegVersion(), ed2k: 'Homeport' }),
    linkKinds: download.linkKinds,
    writesLibrary: config.writesLibrary,
    lanAddresses,
    linkOf: (code) => bindLink(config, { devsn, code }),
  })
  const { pairing, boxName } = device
  const files = await filesFeature({
    ...ports,
    downloads: config.downloads,
    library: config.library,
    writesLibrary: config.writesLibrary,
    toBin: movie.toBin,
    scan: movie.scan,
    blobOf: blobs.get,
    putBlob: blobs.put,
    isMember: household.isMember,
    address: () => (tv.addresses()?.house ?? '').replace(/\/$/, ''),
    httpsPort: () => tv.httpsPort(),
  })
  const lan = await lanFeature({
    ...ports,
    secretOf: (accessId) => ports.secretFor(`lan ${accessId}`),
    addresses: lanAddresses,
    cloudNow,
  })
  ports.onPush(lan.push)
  const tv: Tv = await openTv({
    ...ports,
    config: { ...config, subtitles: { ...config.subtitles, key: apiKeys.keyOf('opensubtitles') } },
    films: { ...movie.films, mediaFile: download.media.mediaFile, growing: download.media.growing },
    tools: movie.tools,
    pairing: () => ({ devsn, code: pairing.code(), until: pairing.until() }),
    boxName: () => boxName.of(household.realms()),
    epoch: ports.mirror.epoch,
    boundIn: household.realms,
    nameOf: household.nameOf,
    isMember: household.isMember,
    people: household.people,
    download: files.download,
    fileAddress: files.fileAddress,
    putBlob: blobs.put,
    lan,
    push: pushTo,
    cloudNow,
  })
  const tunnel = tunnelFeature({ cloud: config.cloud, authorizationFor: blobs.authorizationFor, take: tv.take })
  const update = await updateFeature({ ...ports, ...config, running: appVersion, isBusy: tv.isPlaying })
  const nearby = nearbyFeature({
    ...ports,
    announce,
    cards: lanInterfaces,
    boxName: () => boxName.of(household.realms()),
    ports: () => ({ app: appPortOf(config), tv: tv.port() }),
  })
  const feed = feedFeature({
    ...ports,
    ...download.begun,
    rule: download.rule,
    feedHosts: config.feedHosts,
    ...movie.wantedFilms,
    libraryOf: movie.wantedFilms.byTmdb,
    nameOf: household.nameOf,
    readName: (name) => readName(name),
    random: Math.random,
  })
  const keys = apiKeys.connect({
    users: { tmdb: movie.databaseKey, opensubtitles: tv.subtitleKey },
    waiting: movie.toSearch,
  })
  return {
    features: [device, ...tv.features, download, movie, files, lan, update, nearby, keys, feed, tunnel],
    device,
    tv,
    lan,
    nearby,
    tunnel,
  }
}
