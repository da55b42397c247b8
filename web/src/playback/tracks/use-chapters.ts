/** The chapters of the film that plays on a screen; one chapter alone says nothing. */
import type { PlayerInfo } from '@homeport/contract/playback/playback.ts'
import type { Chapter } from '@homeport/contract/shape/film/track.ts'
import { useQuery } from '@tanstack/react-query'
import { tracksOf } from './tracks-data.ts'

export function useChapters({ screen_id, path }: Pick<PlayerInfo, 'screen_id' | 'path'>): readonly Chapter[] {
  const { data } = useQuery(tracksOf({ screen_id, path }))
  const chapters = data?.chapters ?? []
  return chapters.length > 1 ? chapters : []
}

/** The index of the chapter at this point; -1 before the first. */
export function chapterAt(chapters: readonly Chapter[], point: number): number {
  return chapters.findLastIndex(({ start_ms }) => start_ms <= point)
}
