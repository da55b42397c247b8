/** Playback state of a guide: position, running or paused. Pure functions; the time is passed in. */
import { useEffect, useState } from 'react'
import { now } from '../kit/time/clock.ts'

/** sinceMs: the time at which it was at positionMs, if running. turn: counts seeks, so that comment animations restart. */
export type Playing = { isRunning: boolean; positionMs: number; sinceMs: number; turn: number }

export const atStart: Playing = { isRunning: false, positionMs: 0, sinceMs: 0, turn: 0 }

export function positionAt({ isRunning, positionMs, sinceMs }: Playing, nowMs: number, durationMs: number): number {
  return Math.min(durationMs, isRunning ? positionMs + Math.max(0, nowMs - sinceMs) : positionMs)
}

/** Restarts at the end. */
export function started(playing: Playing, nowMs: number, durationMs: number): Playing {
  const isOver = playing.positionMs >= durationMs
  return { isRunning: true, positionMs: isOver ? 0 : playing.positionMs, sinceMs: nowMs, turn: playing.turn + (isOver ? 1 : 0) }
}

export function paused(playing: Playing, nowMs: number, durationMs: number): Playing {
  return { ...playing, isRunning: false, positionMs: positionAt(playing, nowMs, durationMs) }
}

export function jumped(playing: Playing, toMs: number, { nowMs, durationMs }: { nowMs: number; durationMs: number }): Playing {
  return { ...playing, positionMs: Math.min(durationMs, Math.max(0, toMs)), sinceMs: nowMs, turn: playing.turn + 1 }
}

const tickMs = 100

export type Player = {
  isRunning: boolean
  positionMs: number
  turn: number
  play: () => void
  pause: () => void
  jump: (toMs: number) => void
}

export function usePlayer(durationMs: number): Player {
  const [playing, setPlaying] = useState(atStart)
  const [nowMs, setNow] = useState(now)
  const positionMs = positionAt(playing, nowMs, durationMs)
  const isOver = playing.isRunning && positionMs >= durationMs
  if (isOver) setPlaying(paused(playing, nowMs, durationMs))
  useEffect(() => {
    if (!playing.isRunning) return undefined
    const timer = setInterval(() => setNow(now()), tickMs)
    return () => clearInterval(timer)
  }, [playing.isRunning])
  function change(next: (before: Playing, nowMs: number) => Playing) {
    const at = now()
    setNow(at)
    setPlaying((before) => next(before, at))
  }
  return {
    isRunning: playing.isRunning && !isOver,
    positionMs,
    turn: playing.turn,
    play: () => change((before, at) => started(before, at, durationMs)),
    pause: () => change((before, at) => paused(before, at, durationMs)),
    jump: (toMs) => change((before, at) => jumped(before, toMs, { nowMs: at, durationMs })),
  }
}
