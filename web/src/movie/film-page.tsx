/** A film: its picture, what is known of it, its files. What plays it is handed in by the page. */
import type { FilmDetail, FilmFile } from '@homeport/contract/movie.ts'
import type { ReactNode } from 'react'
import { durationOf, sizeOf } from '../kit/format.ts'
import { useText } from '../kit/lang.ts'
import { usePicture } from '../kit/picture.ts'
import { CheckIcon, VideoIcon } from '../ui/icon.tsx'
import { Middle } from '../ui/middle.tsx'
import { seenPercent } from './data.ts'
import './movie.css'
import { Poster } from './poster.tsx'
import { movieText, type MovieWords } from './text.ts'

type Props = {
  film: FilmDetail
  above: ReactNode
  note: ReactNode
  play: ReactNode
  /** The file that plays; '' the first one. */
  chosenId: string
  choose: (fileId: string) => void
}

export function FilmPage({ film, above, note, play, chosenId, choose }: Props) {
  const words = useText(movieText)
  const picture = usePicture(film.poster)
  const chosen = film.files.find(({ id }) => id === chosenId)
  const facts = [
    film.year,
    film.duration_ms === null ? null : durationOf(film.duration_ms / 1000),
    film.quality,
    film.genres.join(', '),
  ]
  const left = ((film.duration_ms ?? 0) - (film.position_ms ?? 0)) / 1000
  return (
    <div className="film screen-in">
      <div className="bk" aria-hidden="true">
        {picture !== '' && <img src={picture} alt="" />}
      </div>
      {above}
      <main className="film-body">
        <div className="film-hd">
          <Poster poster={film.poster} title={film.title} isWatched={film.is_watched} />
          <div className="grow">
            <h1>{film.title}</h1>
            {film.original_title && <p className="sub">{film.original_title}</p>}
            <p className="facts num">
              {facts.filter(Boolean).map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
            </p>
          </div>
        </div>
        <div className="film-act">
          {play}
          {seenPercent(film) !== null && <p className="cap num film-left">{words.leftToWatch(durationOf(left))}</p>}
        </div>
        {note}
        {film.overview && <p className="plot">{film.overview}</p>}
        <section className="film-files">
          <div className="sec-h">
            <h2>{words.files}</h2>
          </div>
          <ul className="list">
            {film.files.map((file, index) => (
              <FileRow
                key={file.id}
                file={file}
                words={words}
                isOnly={film.files.length === 1}
                isChosen={chosen ? chosen.id === file.id : index === 0}
                choose={() => choose(file.id)}
              />
            ))}
          </ul>
        </section>
      </main>
    </div>
  )
}

type RowProps = { file: FilmFile; words: MovieWords; isOnly: boolean; isChosen: boolean; choose: () => void }

function FileRow({ file, words, isOnly, isChosen, choose }: RowProps) {
  const kind = [
    pictureOf(file),
    codecOf(file.video),
    codecOf(file.audio),
    file.subtitles.length > 0 && words.subtitles(file.subtitles.length),
  ]
  const inner = (
    <>
      <VideoIcon />
      <span className="grow">
        <span className="one file-kind">{kind.filter(Boolean).join(' · ') || words.unread}</span>
        <span className="cap num file-name">
          {sizeOf(file.file_size, 3)} · <Middle text={file.file_name} />
        </span>
      </span>
      {isChosen && !isOnly && (
        <span role="img" aria-label={words.playsThis}>
          <CheckIcon size={22} />
        </span>
      )}
    </>
  )
  return (
    <li>
      {isOnly ? (
        <div className="li">{inner}</div>
      ) : (
        <button type="button" className="li" aria-pressed={isChosen} onClick={choose}>
          {inner}
        </button>
      )}
    </li>
  )
}

function pictureOf({ width, height }: FilmFile): string {
  return width && height ? `${width} × ${height}` : ''
}

const codecNames: Record<string, string> = { hevc: 'HEVC', h264: 'H.264', av1: 'AV1', vp9: 'VP9', mpeg4: 'MPEG-4', eac3: 'E-AC3' }

/** As people write it. */
function codecOf(codec: string): string {
  return codecNames[codec] ?? codec.toUpperCase()
}

export function FilmSkeleton() {
  return (
    <div className="film" aria-busy="true">
      <div className="bk" />
      <div className="film-body">
        <div className="film-hd">
          <span className="poster late" />
          <div className="grow" style={{ paddingTop: 18 }}>
            <span className="sk late" style={{ height: 28, width: '70%' }} />
            <span className="sk late" style={{ height: 14, width: '50%', marginTop: 14 }} />
          </div>
        </div>
        <span className="sk late" style={{ height: 52, borderRadius: 14, marginTop: 20 }} />
      </div>
    </div>
  )
}
