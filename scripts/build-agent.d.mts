export const agentJar: string;
export function isAgentCurrent(path?: string): boolean;
export function buildAgent(path?: string, javac?: string): void;
