/** ed2k links by an aria2 that can. */
import { EngineRefusal, type LinkJob } from '../engine.ts'
import type { Aria2 } from '../aria2/engine.ts'
import { Aria2LinkJobs } from '../aria2/link-jobs.ts'
import { readEd2kFile, type Ed2kFile } from './ed2k-file.ts'

export class Aria2Ed2k extends Aria2LinkJobs {
  readonly kinds = ['ed2k'] as const
  #linkOf: (file: Ed2kFile) => Promise<string>

  /** linkOf: the link with its allowed sources. */
  constructor(aria2: Aria2, linkOf: (file: Ed2kFile) => Promise<string>) {
    super(aria2)
    this.#linkOf = linkOf
  }

  async addLink({ gid, url, dir, name, limits }: LinkJob): Promise<void> {
    const file = readEd2kFile(url, name)
    if (!file) throw new EngineRefusal('bad_link')
    await this.aria2.addUrls({ gid, urls: [await this.#linkOf(file)], options: { dir, out: file.name }, limits })
  }
}
