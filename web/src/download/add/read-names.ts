/** Names of links as the box reads them, so that a list says which films and episodes they are. */
import type { Device } from '@homeport/contract/device.ts'
import { maxNameLength, maxNames, namesRead, type NameReading } from '@homeport/contract/movie/read-names.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { send } from '../../kit/call/box-connection.ts'
import { calendarDay } from '../../kit/text/format.ts'
import { session } from '../../kit/session.ts'
import { episodeNumber } from '../../shared/episode-number.ts'

/** By the name that was read; a name that says nothing of a film has none. */
export type NameReadings = ReadonlyMap<string, NameReading>

export function useReadNames(device: Device, all: readonly string[]): NameReadings {
  const names = [...new Set(all)].filter((name) => name.length <= maxNameLength).slice(0, maxNames)
  const { data } = useQuery({
    queryKey: [session.get().lang, 'download', 'names', device.devid, names],
    async queryFn(): Promise<NameReadings> {
      const { data: readings } = await send(namesRead, { names: [...names] })
      return new Map(names.flatMap((name, at) => (readings[at]?.title ? [[name, readings[at]] as const] : [])))
    },
    enabled: names.length > 0 && device.online === 1,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
    retry: false,
    meta: { isQuiet: true },
  })
  return data ?? new Map()
}

/** 'The Harbour · S1 E3 · 1080p', 'Charade · 1963'; end: what stands behind the title. */
export function readingText({ title, year, season, number, number_end, date, quality }: NameReading): {
  text: string
  end: string
} {
  const which = season !== null ? episodeNumber({ season, number, number_end }) : date === '' ? '' : calendarDay(date)
  const end = [which || year, quality].map((part) => (part ? ` · ${part}` : '')).join('')
  return { text: title + end, end }
}
