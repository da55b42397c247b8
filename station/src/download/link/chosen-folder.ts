/** Where a person wants a new download, and under which name. */
import type { DownloadConfig } from '@homeport/contract/download/download-config.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { Refusal } from '../../kit/refusal.ts'
import { DownloadRefusal, noFolder } from '../engine/failure.ts'

/** given_name '': the link's own. folder_id '': the default folder. */
export type ChosenFolder = { given_name: string; folder_id: string; folder_path: string; category: string }
export const defaultFolder: ChosenFolder = { given_name: '', folder_id: '', folder_path: '', category: '' }

type Request = { name: string; folder_id: string; folder_path: string; category: string }

/** A folder goes before the category's, which goes before the default one. Throws a Refusal for a folder or category that the box does not have. */
export function chooseFolder({ name, ...request }: Request, config: DownloadConfig): ChosenFolder {
  const category = config.categories.find((one) => one.name === request.category)
  if (request.category !== '' && !category) throw new Refusal(Code.invalid, { field: 'category', rule: 'invalid' })
  const isOwn = request.folder_id === '' && request.folder_path === ''
  const { folder_id, folder_path } = (isOwn ? category : undefined) ?? request
  const chosenId = folder_id || config.folder_id
  if (chosenId !== '' && !config.folders.some((folder) => folder.folder_id === chosenId)) throw new DownloadRefusal(noFolder)
  return { given_name: name, category: request.category, folder_id: chosenId, folder_path }
}
