/** The conversion of a file on the TV that a play without a target takes, and its reason: by the choice of delivery that the play makes. */
import type { FileConversion } from '@homeport/contract/playback/tracks.ts'
import { audioOf, explainDelivery, type PlayableFile } from '../delivery/delivery.ts'
import { screenNameOf, usualScreen } from '../player-state.ts'
import { startsWithHls } from '../session/fallback.ts'
import type { PlayStarter } from '../session/session.ts'
import type { FileStreams } from '../delivery/streams.ts'
import { audioTracksOf } from './file-tracks.ts'
import { choose, newTracksState, type TracksContext } from './tracks-state.ts'

/** null: nothing, no TV is online, or this box cannot convert. */
export async function conversionOf(
  tracks: TracksContext,
  { file, streams, by }: { file: PlayableFile; streams: FileStreams; by: PlayStarter },
): Promise<FileConversion | null> {
  const { player } = tracks
  const port = usualScreen(player)
  if (!port || port.playsAll || !streams.picture || !(await player.converter.find())) return null
  const state = await newTracksState(tracks, { file, by })
  state.audio = audioTracksOf(streams.audio)
  choose(state)
  const audio = audioOf(streams, Number(state.chosen.audio_id))
  const { delivery, reason } = explainDelivery({
    streams,
    path: file.path,
    audio,
    can: port.can,
    limitKbit: await player.limits.of(port.screen_id),
    isForced: false,
    isHls: startsWithHls(player, port),
  })
  if (!reason || delivery === 'direct' || delivery === 'remux') return null
  const codec = delivery === 'sound' ? (audio?.codec ?? '') : streams.picture.codec
  const speed = delivery === 'transcode' ? await tracks.speedOf(streams.picture) : null
  return { screen_name: screenNameOf(player, port.screen_id), kind: delivery, reason, codec, speed }
}
