CREATE TABLE "notifications" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"notification_id" uuid NOT NULL,
	"cause" jsonb NOT NULL,
	"subject" jsonb,
	"type" text NOT NULL,
	"category" text NOT NULL,
	"priority" text NOT NULL,
	"title" text,
	"message" text,
	"actions" jsonb,
	"cause_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "notifications_tenant_id_user_id_notification_id_pk" PRIMARY KEY("tenant_id","user_id","notification_id")
);
--> statement-breakpoint
CREATE TABLE "told_standings" (
	"tenant_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"standing" text NOT NULL,
	"told_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "told_standings_tenant_id_project_id_pk" PRIMARY KEY("tenant_id","project_id")
);
--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "told_plan_version" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "told_day" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "told_standings" ADD CONSTRAINT "told_standings_tenant_id_project_id_projects_tenant_id_project_id_fk" FOREIGN KEY ("tenant_id","project_id") REFERENCES "public"."projects"("tenant_id","project_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_cause" ON "notifications" USING btree ("tenant_id","cause_key");