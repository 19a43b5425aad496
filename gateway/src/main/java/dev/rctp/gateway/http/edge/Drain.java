package dev.rctp.gateway.http.edge;

/** Fired as a user event on each connection of a server that stops: what is in flight is finished, and nothing new begun. */
enum Drain {
    NOW
}
