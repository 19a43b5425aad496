package dev.rctp.grant;

/** Whether the seller allows this agent anything at all, as the authorization server says now (GRA-3). */
public sealed interface GrantVerdict permits Grant, GrantRefused {}
