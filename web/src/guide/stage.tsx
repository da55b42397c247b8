/** The guide player: a video, or slides with text; bullet comments on top, controls below. */
import type { Bullet, Video } from '@homeport/contract/guide.ts'
import { MessageSquareOff, MessageSquareText, Pause, Play } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { hostUrl } from '../kit/hosts.ts'
import { lang, useText } from '../kit/lang.ts'
import { IconButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Back10Icon, Forward10Icon } from '../ui/skip-icon.tsx'
import { Slider } from '../ui/slider.tsx'
import textStyles from '../ui/text.module.css'
import { DanmakuLayer } from './danmaku-layer.tsx'
import guideStyles from './guide.module.css'
import type { Player } from './player.ts'
import { SlideDrawing } from './slide-drawing.tsx'
import styles from './stage.module.css'
import { guideText } from './text.ts'
import { timeOf } from './time.ts'

const jumpMs = 10_000
const stepMs = 1_000

type Props = { video: Video; player: Player; bullets: readonly Bullet[]; isSkyOpen: boolean; toggleSky: () => void }

export function Stage({ video, player, bullets, isSkyOpen, toggleSky }: Props) {
  const words = useText(guideText)
  const [size, measure] = useSize()
  const { isRunning, positionMs } = player
  const isOver = !isRunning && positionMs >= video.duration_ms
  const toggle = () => (isRunning ? player.pause() : player.play())
  const label = isRunning ? words.pause : isOver ? words.again : words.play
  return (
    <section aria-label={video.title}>
      <div className={styles.stage} ref={measure}>
        {video.url === '' ? <Slides video={video} positionMs={positionMs} /> : <Film url={videoUrl(video.url)} player={player} />}
        {isSkyOpen && (
          <DanmakuLayer bullets={bullets} positionMs={positionMs} isRunning={isRunning} turn={player.turn} size={size} />
        )}
        <button type="button" className={styles.tap} aria-label={label} onClick={toggle}>
          {!isRunning && (
            <span>
              <Play size={30} fill="currentColor" strokeWidth={1.75} />
            </span>
          )}
        </button>
      </div>
      <CurrentComments video={video} positionMs={positionMs} />
      <Slider
        label={words.position}
        value={positionMs}
        max={video.duration_ms}
        step={stepMs}
        words={(ms) => `${timeOf(ms)} / ${timeOf(video.duration_ms)}`}
        onSelect={player.jump}
      />
      <div className={guideStyles.keys}>
        <span className={classes(textStyles.caption, textStyles.numeric)}>
          {timeOf(positionMs)} / {timeOf(video.duration_ms)}
        </span>
        <IconButton label={words.backTen} onClick={() => player.jump(positionMs - jumpMs)}>
          <Back10Icon />
        </IconButton>
        <IconButton label={label} onClick={toggle}>
          {isRunning ? <Pause fill="currentColor" strokeWidth={1.75} /> : <Play fill="currentColor" strokeWidth={1.75} />}
        </IconButton>
        <IconButton label={words.onTen} onClick={() => player.jump(positionMs + jumpMs)}>
          <Forward10Icon />
        </IconButton>
        <IconButton label={isSkyOpen ? words.hide : words.show} aria-pressed={isSkyOpen} onClick={toggleSky}>
          {isSkyOpen ? <MessageSquareText strokeWidth={1.75} /> : <MessageSquareOff strokeWidth={1.75} />}
        </IconButton>
      </div>
    </section>
  )
}

/** A file of this cloud is named by its path below the manager host. */
function videoUrl(url: string): string {
  return url.startsWith('/') ? `${hostUrl(lang.get(), 'manager')}${url}` : url
}

function slideAt({ slides }: Video, positionMs: number) {
  return slides.findLast(({ at_ms }) => at_ms <= positionMs) ?? slides[0]
}

function Slides({ video, positionMs }: { video: Video; positionMs: number }) {
  const slide = slideAt(video, positionMs)
  return (
    <div className={styles.slide} key={slide?.at_ms}>
      {slide && <SlideDrawing name={slide.drawing} />}
    </div>
  )
}

/** The slide's text, below the picture. Announced by screen readers as it changes. */
function CurrentComments({ video, positionMs }: { video: Video; positionMs: number }) {
  const slide = slideAt(video, positionMs)
  return (
    <p className={guideStyles.words} aria-live="polite">
      {slide?.text}
    </p>
  )
}

function Film({ url, player }: { url: string; player: Player }) {
  const film = useRef<HTMLVideoElement>(null)
  const latest = useRef(player)
  const lastTurn = useRef(-1)
  const { isRunning, turn } = player
  useEffect(() => {
    latest.current = player
  })
  useEffect(() => {
    if (!film.current || lastTurn.current === turn) return
    lastTurn.current = turn
    film.current.currentTime = latest.current.positionMs / 1000
  }, [turn])
  useEffect(() => {
    if (!isRunning) film.current?.pause()
    // the browser may require a user gesture first: then it pauses
    else void film.current?.play().catch(() => latest.current.pause())
  }, [isRunning])
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- the text is below the picture, where it is read out
  return <video className={styles.film} ref={film} src={url} playsInline preload="metadata" />
}

/** The size of an element, updated on resize and rotation. */
function useSize(): [{ width: number; height: number }, (node: HTMLElement | null) => (() => void) | undefined] {
  const [size, setSize] = useState({ width: 0, height: 0 })
  const measure = useCallback((node: HTMLElement | null) => {
    if (!node) return undefined
    const check = () => setSize({ width: node.clientWidth, height: node.clientHeight })
    const observer = new ResizeObserver(check)
    observer.observe(node)
    return () => observer.disconnect()
  }, [])
  return [size, measure]
}
