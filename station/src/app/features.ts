/** The list of all features of the station; functions of one feature are passed to another here, because features do not import each other. */
import { deviceFeature, type DeviceFeature } from '../device/feature.ts'
import { downloadFeature } from '../download/feature.ts'
import type { Feature } from '../kit/feature.ts'
import { movieFeature } from '../movie/feature.ts'
import { bindLink } from './console-banner.ts'
import { version, type Ports } from './ports.ts'
import { openTv, type Tv } from './tv.ts'

export type Features = { features: readonly Feature[]; device: DeviceFeature; tv: Tv }

export async function openFeatures(ports: Ports): Promise<Features> {
  const { config, devsn, household, link, blobs, pushTo } = ports
  const roots = [config.downloads, ...config.library]
  const cloudNow = () => link.cloudNow()

  const download = await downloadFeature({ ...ports, ...config, blobOf: blobs.get, putBlob: blobs.put })
  const movie = movieFeature({
    ...ports,
    folder: config.folder,
    searchPath: config.searchPath,
    roots,
    claimOf: download.media.claimOf,
    realms: () => (link.isUp ? household.realms() : []),
    putBlob: blobs.put,
    blobOf: blobs.get,
    filmDatabase: config.filmDatabase,
    writesLibrary: config.writesLibrary,
  })
  const device = await deviceFeature({
    ...ports,
    version,
    folders: [...roots, config.folder],
    engines: () => ({ aria2: download.engineVersion(), ffmpeg: movie.ffmpegVersion() }),
    linkOf: (code) => bindLink(config, { devsn, code }),
  })
  const { pairing, boxName } = device
  const tv = await openTv({
    ...ports,
    films: { ...movie.films, mediaFile: download.media.mediaFile },
    tools: movie.tools,
    pairing: () => ({ devsn, code: pairing.code(), until: pairing.until() }),
    boxName: () => boxName.of(household.realms()),
    boundIn: household.realms,
    nameOf: household.nameOf,
    isMember: household.isMember,
    people: household.people,
    push: pushTo,
    cloudNow,
  })
  return { features: [device, ...tv.features, download, movie], device, tv }
}
