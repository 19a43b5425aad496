package dev.rctp.gateway.cli.demo;

/**
 * One thing that happened in the story.
 *
 * @param title what was tried
 * @param expected what had to come of it
 * @param got what came of it
 * @param passed whether they agree
 */
public record Step(String title, String expected, String got, boolean passed) {}
