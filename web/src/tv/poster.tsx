/** A film's poster; its title if it has none. */
import { useState } from 'react'
import type { ScreenFilm } from '@homeport/contract/screen-page.ts'

type Props = { film: Pick<ScreenFilm, 'poster' | 'title'> }

export function Poster({ film }: Props) {
  const [hasFailed, setFailed] = useState(false)
  if (film.poster === '' || hasFailed) return <span className="tile">{film.title}</span>
  return <img src={`poster/${film.poster}`} alt="" decoding="async" onError={() => setFailed(true)} />
}

/** The film's picture as a background, faded to dark by two plain gradients; dimmed behind text. */
export function Backdrop({ film, isDim }: Props & { isDim?: boolean }) {
  if (film.poster === '') return null
  return (
    <div className={isDim ? 'backdrop dim' : 'backdrop'} aria-hidden="true" key={film.poster}>
      <img src={`poster/${film.poster}`} alt="" />
      <i className="left" />
      <i className="foot" />
    </div>
  )
}
