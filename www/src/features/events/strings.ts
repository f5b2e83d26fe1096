// The words of Events that come with it.

export const eventWords = {
  kind: 'Kind of event',
  anyKind: 'all kinds',
  noneLeft: 'No matching events.',
  sort: (name: string) => `Sort by ${name}`,
  take: 'Export these rows',
  takes: { copy: 'Copy', csv: 'CSV', json: 'JSON' },
  takeTitle: {
    copy: 'Copy these rows, separated by tabs',
    csv: 'Download these rows as CSV',
    json: 'Download these events as JSON',
  },
};
