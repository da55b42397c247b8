/** A film's poster, its title if it has none; and pictures that may be missing. */
import { useEffect, useState } from 'react'
import type { ScreenFilm } from '@homeport/contract/playback/screen-protocol.ts'
import { later } from '../../kit/time/clock.ts'
import styles from './tv-poster.module.css'

/** A box that restarts or is busy gives the picture later. */
const againMs = 30_000

type Props = { film: Pick<ScreenFilm, 'poster' | 'title'> }

export function Poster({ film }: Props) {
  return <Picture id={film.poster} missing={film.title} />
}

/** missing: shown if there is no picture. */
export function Picture({ id, missing }: { id: string; missing: string }) {
  const [failed, setFailed] = useState('')
  useEffect(() => (failed === '' ? undefined : later(againMs, () => setFailed(''))), [failed])
  if (id === '' || failed === id) return <span className={styles.tile}>{missing}</span>
  return <img src={`poster/${id}`} alt="" decoding="async" onError={() => setFailed(id)} />
}

/** The film's picture as a background, faded to dark by two plain gradients. */
export function Backdrop({ film }: { film: Pick<ScreenFilm, 'poster' | 'backdrop'> }) {
  const picture = film.backdrop || film.poster
  if (picture === '') return null
  return (
    <div className={styles.backdrop} aria-hidden="true" key={picture}>
      <img src={`poster/${picture}`} alt="" />
      <i className={styles.left} />
      <i className={styles.foot} />
    </div>
  )
}

/** Progress of what was begun, at the foot of its picture. */
export function Progress({ point, duration }: { point: number; duration: number | null }) {
  if (point <= 0 || !duration) return null
  return (
    <span className={styles.progress}>
      <i style={{ width: `${Math.min(100, (point / duration) * 100)}%` }} />
    </span>
  )
}
