// What branches and checkpoints say.

export const branchStrings = {
  title: 'Branches',
  fork: 'Branch here',
  forkTitle: 'Start a new branch at this step',
  checkpoint: 'Checkpoint',
  checkpointTitle: 'Name this step to come back to it',
  checkpointName: 'Name of the checkpoint',
  suggested: (n: number) => `checkpoint ${n}`,
  nameOf: (name: string) => `New name of ${name}`,
  go: (name: string) => `Go to the end of ${name}`,
  from: (name: string, at: string) => `branched from ${name}${at === '' ? '' : ` at step ${at}`}`,
  rename: (name: string) => `Rename ${name}`,
  remove: (name: string) => `Delete ${name}`,
  removed: (name: string) => `Deleted ${name}.`,
  undo: 'Undo',
  checkpoints: 'Checkpoints',
  restore: (name: string, auto: boolean) => `Go to ${name}${auto ? ', set by the machine' : ''}`,
  /** Of a checkpoint that the machine set. */
  auto: (path: string, visit: string) => `path ${path}, visit ${visit}`,
  /** Of a checkpoint. @param step empty where it is not known yet @param branch empty for the current one */
  at: (step: string, branch: string) => [step && `step ${step}`, branch && `on ${branch}`].filter(Boolean).join(' '),
  deletedBranch: 'a deleted branch',
  noName: 'Enter a name.',
  pinned: (at: string, branch: string) => `${branch}, step ${at}`,
};
