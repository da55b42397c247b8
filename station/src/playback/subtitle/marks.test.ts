/** Titles as films and subtitle sites have them: what says that a subtitle is only for foreign parts, and what that it is for those who hear badly. */
import { expect, test } from 'vitest'
import { saysForced, saysImpaired } from './marks.ts'

test.each([
  'English (Forced)',
  'Foreign Parts Only',
  'Français forcé',
  'Sous-titres forcés',
  'Español (forzados)',
  'Português - forçado',
  'Italiano Forzati',
  'Deutsch [erzwungen]',
  'Nederlands gedwongen',
  'Svenska (tvingade)',
  'Polski wymuszone',
  'České vynucené',
  'Magyar kényszerített',
  'Türkçe zorunlu',
  'Русские форс.',
  'Форсированные',
  'Українські (форсовані)',
  '简体强制',
  '繁體 強制字幕',
  '한국어 강제',
])('%s is only for foreign parts', (title) => expect(saysForced(title)).toBe(true))

test.each([
  'English SDH',
  'English [CC]',
  'Hard of hearing',
  'Hearing-impaired',
  'Français pour sourds et malentendants',
  'Español para sordos',
  'Português para surdos',
  'Italiano non udenti',
  'Deutsch für Hörgeschädigte',
  'Gehörlose',
  'Svenska för hörselskadade',
  'Dla niesłyszących',
  'Русские для глухих и слабослышащих',
  '听障字幕',
  '日本語 バリアフリー',
])('%s is for those who hear badly', (title) => expect(saysImpaired(title)).toBe(true))

test.each([
  'The Force Awakens',
  'Air Forces',
  'Foreign Correspondent',
  'enforced',
  'Forzatissimo',
  'Hindi',
  'Soccer',
  'Accent',
  'Форсаж',
  'Глухарь',
  '',
])('%s says neither', (title) => expect([saysForced(title), saysImpaired(title)]).toEqual([false, false]))
