export const VALVE = `%VALVE%
`;
