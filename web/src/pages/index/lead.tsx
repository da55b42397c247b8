/** The film that one goes on with, large, with its button. */
import type { Device } from '@homeport/contract/device.ts'
import type { Watched } from '../../movie/continue-data.ts'
import { Hero } from '../../movie/hero.tsx'
import { PlayButton } from '../../playback/play/play-button.tsx'
import { episodeNumber } from '../../shared/episode-number.ts'

export function Lead({ device, watched }: { device: Device; watched: Watched }) {
  const { film, episode, position_ms } = watched
  const { id, duration_ms } = episode ?? film
  return (
    <Hero
      device={device}
      watched={watched}
      play={
        <PlayButton
          movieId={id}
          title={film.title}
          position={position_ms}
          duration={duration_ms}
          {...(episode && { episode: episodeNumber(episode) })}
        />
      }
    />
  )
}
