/** Home in a full window: the film one goes on with, or the banners, beside the box; below them the shelves over the whole width, and the forum. */
import type { Device } from '@homeport/contract/device.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { HomeCard } from '../../device/home-card.tsx'
import { HomeFigure } from '../../download/home-figure.tsx'
import { Latest } from '../../download/latest.tsx'
import { Banners } from '../../home/banners.tsx'
import { FromForum } from '../../home/from-forum.tsx'
import styles from '../../home/home.module.css'
import { begun, type Watched } from '../../movie/continue-data.ts'
import { Hero } from '../../movie/hero.tsx'
import { episodeNumber } from '../../movie/series/episode-number.ts'
import { Shelves } from '../../movie/shelves.tsx'
import { PlayButton } from '../../playback/play-button.tsx'

export function FullHome({ device }: { device: Device }) {
  const { data, isPending } = useQuery(begun(device))
  const [isShelved, setShelved] = useState(false)
  const [isListed, setListed] = useState(false)
  const first = data?.data[0]
  return (
    <div className={styles.full}>
      <div className={styles.top}>
        {first ? <Lead watched={first} /> : isPending ? <div className={styles.waiting} aria-hidden="true" /> : <Banners />}
        <HomeCard device={device} downloads={<HomeFigure device={device} />} />
      </div>
      <Shelves device={device} isLed={first !== undefined} settled={() => setShelved(true)}>
        {(hasFilms) => <Latest device={device} hasFilms={hasFilms} settled={() => setListed(true)} />}
      </Shelves>
      {first && (
        <div className={styles.below}>
          <Banners />
        </div>
      )}
      {isShelved && isListed && <FromForum />}
    </div>
  )
}

function Lead({ watched }: { watched: Watched }) {
  const { film, episode, position_ms } = watched
  const { id, duration_ms } = episode ?? film
  return (
    <Hero
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
