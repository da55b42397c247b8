/** A film: picture, details, files. The play button is passed in by the page. */
import type { FilmDetail, FilmFile } from '@homeport/contract/movie.ts'
import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { durationOf, qualityOf, sizeOf } from '../kit/format.ts'
import { useText } from '../kit/lang.ts'
import { usePicture } from '../shared/box-picture.ts'
import { CheckIcon, VideoIcon } from '../ui/icon.tsx'
import { MiddleEllipsis } from '../ui/middle-ellipsis.tsx'
import './movie.css'
import { Poster } from './poster.tsx'
import { movieText, type MovieWords } from './text.ts'
import { isLongTitle } from './title.ts'
import { useTone } from './tone.ts'

type Props = {
  film: FilmDetail
  above: ReactNode
  note: ReactNode
  play: ReactNode
  /** The file to play; '' for the first. */
  chosenId: string
  choose: (fileId: string) => void
}

export function FilmPage({ film, above, note, play, chosenId, choose }: Props) {
  const words = useText(movieText)
  const tone = useTone(usePicture(film.poster))
  const chosen = film.files.find(({ id }) => id === chosenId)
  const facts = [
    film.year,
    film.duration_ms === null ? null : durationOf(film.duration_ms / 1000),
    qualityOf(film.quality),
    film.genres.join(', '),
  ]
  return (
    <div className="film screen-in">
      <div className="bk" aria-hidden="true" style={tone === '' ? {} : { backgroundColor: tone }} />
      {above}
      <main className="film-body">
        <div className={isLongTitle(film.title) ? 'film-hd long' : 'film-hd'}>
          <Poster poster={film.poster} title={film.title} isWatched={film.is_watched} />
          <h1>{film.title}</h1>
          <div className="film-facts">
            {film.original_title && <p className="sub">{film.original_title}</p>}
            <p className="facts num">
              {film.rating !== null && (
                <b>
                  <Star size={16} fill="currentColor" strokeWidth={1.75} />
                  {film.rating.toFixed(1)}
                </b>
              )}
              {facts.filter(Boolean).map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
            </p>
          </div>
          <div className="film-act">{play}</div>
        </div>
        {note}
        <div className="film-lower">
          <p className={film.overview ? 'plot' : 'plot none'}>{film.overview || words.noPlot}</p>
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
        </div>
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
          {sizeOf(file.file_size, 3)} · <MiddleEllipsis text={file.file_name} />
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

/** Display name of a codec. */
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
          <h1 aria-hidden="true">
            <span className="sk late" style={{ height: 28, width: '70%' }} />
          </h1>
          <div className="film-facts">
            <span className="sk late" style={{ height: 14, width: '50%', marginTop: 14 }} />
          </div>
          <div className="film-act">
            <span className="sk late" style={{ height: 52, borderRadius: 14 }} />
          </div>
        </div>
      </div>
    </div>
  )
}
