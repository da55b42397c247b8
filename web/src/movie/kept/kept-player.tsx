/** Plays a film from this phone, with the browser's own controls: full screen, speed, AirPlay and picture in picture are those that one knows. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLang, useText } from '../../kit/lang.ts'
import { languageName } from '../../kit/text/language-name.ts'
import { back, redirect } from '../../kit/nav/nav.ts'
import { isShown, watchShown } from '../../kit/platform.ts'
import { readPieces } from '../../kit/storage.ts'
import { commonText } from '../../kit/text/text.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { art } from '../../ui/drawing.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { BackIcon } from '../../ui/icon.tsx'
import textStyles from '../../ui/text.module.css'
import { removeKept } from './keep-films.ts'
import {
  keptSubtitles,
  pieceBytes,
  piecesOf,
  useAreKeptFilmsRead,
  useKeptFilms,
  type KeptFilm,
  type KeptSubtitle,
} from './kept-films.ts'
import { keptPath } from './pending-kept.ts'
import { nameOf } from './kept-row.tsx'
import { keptText } from './kept-text.ts'
import styles from './kept.module.css'
import { keepPosition, latestPosition } from './position-outbox.ts'

const keepEveryMs = 5_000

/** from: 'start', or '' to go on. */
export function KeptPlayer({ id, from }: { id: string; from: string }) {
  const film = useKeptFilms().find((one) => one.id === id)
  const areRead = useAreKeptFilmsRead()
  // A film that is removed once it is watched is gone only after the page.
  const [opened, setOpened] = useState(film)
  if (film && !opened) setOpened(film)
  if (!opened && !areRead) return <main className={styles.player} />
  return opened ? <Opened key={opened.id} film={opened} isFromStart={from === 'start'} /> : <Lost />
}

function Opened({ film, isFromStart }: { film: KeptFilm; isFromStart: boolean }) {
  const common = useText(commonText)
  // Not a query: a network that comes back must not begin the film anew. null: not all of it is here.
  const [opening, setOpening] = useState<Opening | null>()
  useEffect(() => {
    let isOver = false
    void open(film, isFromStart).then((opened) => !isOver && setOpening(opened))
    return () => void (isOver = true)
  }, [film, isFromStart])
  const [isBroken, setBroken] = useState(false)
  if (opening === null || isBroken) return <Lost />
  return (
    <main className={styles.player}>
      <header className={styles.playerBar}>
        <IconButton label={common.back} onClick={() => back(keptPath)}>
          <BackIcon />
        </IconButton>
        <h1 className={textStyles.oneLine}>{nameOf(film)}</h1>
      </header>
      {opening && <Film film={film} {...opening} onBroken={() => setBroken(true)} />}
    </main>
  )
}

type Opening = { bytes: Blob; pointMs: number; subtitles: readonly KeptSubtitle[] }

/** null: not all of it is here. */
async function open(film: KeptFilm, isFromStart: boolean): Promise<Opening | null> {
  const [pieces, pointMs, subtitles] = await Promise.all([
    readPieces(piecesOf(film)),
    isFromStart ? 0 : latestPosition(film),
    keptSubtitles(film),
  ])
  if (pieces.length !== Math.ceil(film.size / pieceBytes)) return null
  const bytes = new Blob(pieces, { type: 'video/mp4' })
  return bytes.size === film.size ? { bytes, pointMs, subtitles } : null
}

function Film({ film, bytes, pointMs, subtitles, onBroken }: Opening & { film: KeptFilm; onBroken: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const keptAt = useRef(pointMs)
  const isWatched = useRef(false)
  const keep = useCallback(
    ({ currentTime, duration }: HTMLVideoElement, isLeft: boolean) => {
      const ms = currentTime * 1000
      if (!isLeft && Math.abs(ms - keptAt.current) < keepEveryMs) return
      keptAt.current = ms
      isWatched.current = keepPosition(film, { point: ms, length: Number.isFinite(duration) ? duration * 1000 : 0, isLeft })
    },
    [film],
  )
  useEffect(() => {
    const shown = video.current
    if (!shown) return undefined
    const url = URL.createObjectURL(bytes)
    shown.src = url
    // Where the browser wants a press first, its button is there.
    shown.play().catch(() => undefined)
    const stop = watchShown(() => !isShown() && keep(shown, true))
    return () => {
      stop()
      keep(shown, true)
      shown.removeAttribute('src')
      shown.load()
      URL.revokeObjectURL(url)
      if (isWatched.current && film.removes_watched) void removeKept(film)
    }
  }, [bytes, film, keep])
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- its tracks are those that the film has, below
    <video
      ref={video}
      className={styles.video}
      controls
      playsInline
      onLoadedMetadata={({ currentTarget }) => void (currentTarget.currentTime = pointMs / 1000)}
      onTimeUpdate={({ currentTarget }) => keep(currentTarget, false)}
      onPause={({ currentTarget }) => keep(currentTarget, true)}
      onEnded={() => back(keptPath)}
      onError={({ currentTarget }) => currentTarget.hasAttribute('src') && onBroken()}
    >
      {subtitles.map((subtitle, at) => (
        <Subtitle key={at} {...subtitle} />
      ))}
    </video>
  )
}

/** label: as the browser's own menu lists it. */
function Subtitle({ language, title, is_shown, vtt }: KeptSubtitle) {
  const lang = useLang()
  const [src] = useState(() => URL.createObjectURL(new Blob([vtt], { type: 'text/vtt' })))
  useEffect(() => () => URL.revokeObjectURL(src), [src])
  const label = [language && languageName(language, lang), title].filter(Boolean).join(' · ')
  return <track kind="subtitles" src={src} srcLang={language} label={label} default={is_shown} />
}

function Lost() {
  const words = useText(keptText)
  return (
    <main className={styles.lost}>
      <EmptyState art={art.films} title={words.lost} text={words.lostText} isPage>
        <Button variant="main" onClick={() => redirect(keptPath)}>
          {words.toList}
        </Button>
      </EmptyState>
    </main>
  )
}
