// The words of Events that come with it.

export const eventWords = {
  kind: 'Kind of event',
  anyKind: 'all kinds',
  noneLeft: 'No event is like this.',
  sort: (name: string) => `Sort by ${name}`,
  take: 'Take the rows along',
  takes: { copy: 'Copy', csv: 'CSV', json: 'JSON' },
  takeTitle: {
    copy: 'Copy these rows, with tabs between',
    csv: 'Download these rows as CSV',
    json: 'Download these events as JSON',
  },
};
